import { setTimeout as wait } from 'node:timers/promises'
import { advance, bringTestClocks, runDue } from '../clock.ts'
import type { WebhookDispatcher } from '../delivery/webhook-dispatcher.ts'
import { ApiError, type Form } from '../route.ts'
import type { Persistence } from '../saving/persistence.ts'
import type { Faults } from './faults.ts'
import { paramReader } from './param-reader.ts'

const stepSeconds = 86_400
const toldWithinMs = 30_000
const mostSeconds = 20 * 366 * 86_400

export type Control = { method: 'GET' | 'POST'; path: string; answer(form: Form): Promise<object> | object }

/** The control routes of the sandbox, which Stripe does not have. */
export function controlsOf(parts: {
  persistence: Persistence
  dispatcher: WebhookDispatcher | undefined
  faults: Faults
}): Control[] {
  const { persistence, faults } = parts
  const dispatcher = (): WebhookDispatcher => {
    if (!parts.dispatcher) throw refused('No webhook is configured.', 404)
    return parts.dispatcher
  }
  return [
    { method: 'GET', path: '/_sandbox/clock', answer: () => shown(persistence) },
    { method: 'POST', path: '/_sandbox/clock', answer: form => moveClock(persistence, parts.dispatcher, form) },
    { method: 'GET', path: '/_sandbox/webhooks', answer: () => dispatcher().shown() },
    { method: 'POST', path: '/_sandbox/webhooks', answer: form => (dispatcher().set(form), dispatcher().shown()) },
    { method: 'POST', path: '/_sandbox/webhooks/resend', answer: form => dispatcher().resend(form) },
    { method: 'GET', path: '/_sandbox/faults', answer: () => faults.shown() },
    { method: 'POST', path: '/_sandbox/faults', answer: form => faults.set(form) },
  ]
}

/**
 * Moves the clock one day at a time, each in a separate change, so that other requests are handled in between.
 * `all=yes` also moves test clocks that are behind. `told=yes` waits up to 30 s until all events are delivered to the
 * shop.
 */
async function moveClock(
  persistence: Persistence,
  dispatcher: WebhookDispatcher | undefined,
  form: Form,
): Promise<object> {
  const read = paramReader(form)
  const [all, told] = [read.text('all', 3) === 'yes', read.text('told', 3) === 'yes']
  const to = read.text('to', 40)
  const seconds =
    to === undefined
      ? read.whole('advance', 0, mostSeconds)
      : Math.floor(Date.parse(to) / 1000) - persistence.store.now()
  if (seconds === undefined || !(seconds >= 0 && seconds <= mostSeconds))
    throw refused('Give `advance` (whole seconds) or `to` (an ISO time that is not past), within 20 years.')
  for (let left = seconds; left > 0; left -= stepSeconds) {
    await persistence.change(store => advance(store, Math.min(left, stepSeconds)))
    if (all) await persistence.change(store => (bringTestClocks(store), runDue(store)))
    await new Promise(resolve => setImmediate(resolve))
  }
  if (told && dispatcher) await Promise.race([dispatcher.idle(), wait(toldWithinMs, undefined, { ref: false })])
  return shown(persistence)
}

function shown({ store }: Persistence): object {
  const now = store.now()
  const ahead = store.find<{ id: string; ahead: number }>('_clock', 'global')?.ahead ?? 0
  return { now, iso: new Date(now * 1000).toISOString(), aheadSeconds: ahead }
}

function refused(message: string, status = 400): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message })
}
