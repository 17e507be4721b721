"""Simulations of the lab: started, watched and stopped; each runs in a process of its own."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from rackcard.web.deps import AddressDep, PersonDep
from rackcard.web.house_form import Sent
from rackcard.web.render import render
from rackcard.web.simulations import Simulations, verify_simulated
from rackcard.web.views.lab_simulation import run_view
from rackcard.web.workers import workers

router = APIRouter(include_in_schema=False)
simulations = Simulations()


@router.post("/lab/simulation")
async def start_simulation(request: Request, person: PersonDep, address: AddressDep) -> Response:
    """Start a simulation of a card."""
    sent = Sent(await request.body())
    text, weights = sent.text("text"), sent.one("weights")
    rounds = sent.one("rounds").replace(",", "")
    await workers().ask(verify_simulated, text, weights, client=address)
    run = simulations.start(text, weights, sent.one("browser"), int(rounds) if rounds.isdigit() else 0)
    return render(request, "lab_simulation.html", person, run=run_view(run))


@router.get("/lab/simulation/{run_id}")
def simulation(request: Request, person: PersonDep, run_id: str) -> Response:
    """How far a simulation is, or what it found."""
    return render(request, "lab_simulation.html", person, run=run_view(simulations.get(run_id)))


@router.post("/lab/simulation/{run_id}/stop")
def stop_simulation(request: Request, person: PersonDep, run_id: str) -> Response:
    """Stop a simulation; it ends with what it has counted."""
    return render(request, "lab_simulation.html", person, run=run_view(simulations.stop(run_id)))
