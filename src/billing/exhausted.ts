import type { PayloadOf } from '../contract/events/events';
import type { Shortage } from '../contract/money';
import type { Failure } from '../contract/problems';
import { fromNanos } from './prices';

interface BudgetOwner {
  room: string;
  tenant: string;
  seat: string | null;
  currency: string;
}

export function describeExhausted(shortage: Shortage, at: BudgetOwner): PayloadOf<'budget.exhausted'> {
  const isMoney = shortage.what === 'money';
  const show = (amount: number): number => (isMoney ? fromNanos(amount) : amount);
  return {
    budget: shortage.budget,
    what: shortage.what,
    limit: show(shortage.limit),
    used: show(shortage.used),
    reserved: show(shortage.reserved),
    need: show(shortage.need),
    period: shortage.period,
    ...(isMoney && { currency: at.currency }),
    ...(shortage.budget === 'seat' && at.seat !== null && { seat: at.seat }),
    fix: howToRaise(shortage, at),
  };
}

/** Everyone in the room may read this failure, so it contains no amounts. */
export const exhaustedFailure = (shortage: Shortage, at: BudgetOwner): Failure => ({
  code: 'budget_exhausted',
  budget: shortage.budget,
  what: shortage.what,
  // The budget would suffice, but other rooms have leased it and will return the unused part.
  isLeased: shortage.used + shortage.need <= shortage.limit,
  fix: howToRaise(shortage, at),
});

function howToRaise({ budget, what, period }: Shortage, { room, tenant }: BudgetOwner): string {
  const again = room.startsWith('scn_') ? 'retry the round' : 'resume the run';
  const path = `/v1/${room.startsWith('scn_') ? 'scenes' : 'runs'}/${room}`;
  const later = period === 'total' ? '' : `, or wait for the next ${period} (UTC)`;
  switch (budget) {
    case 'seat':
      return `Raise {"budgets": {"perSeat": {"${what}": …}}} with PATCH ${path}, then ${again}.`;
    case 'autonomy':
      return `Retry the round, to which this budget no longer applies, or POST ${path}/autonomy with a higher {"budget": {"${what}": …}}.`;
    case 'room':
      return `Raise {"budgets": {"${what}": …}} with PATCH ${path}, then ${again}.`;
    case 'tenant':
      return `Raise "${what}" with PUT /v1/budgets${later}, then ${again}.`;
    case 'operator':
      return `Ask the operator to raise "${what}" with PUT /v1/tenants/${tenant}/budget${later}, then ${again}.`;
  }
}
