"""Wording: the only room with sentences. Facts come in, English goes out.

Every sentence is a template named by a code; the facts that fill it are plain values (names, counts, cents, fractions).
Codes are stable and public, sentences are not: nothing may take one apart.
"""
