import { setTimeout as wait } from 'node:timers/promises'
import { advance, bringTestClocks, runDue } from '../clock.ts'
import type { Courier } from '../delivery/courier.ts'
import { ApiError, type Form } from '../route.ts'
import type { Ledger } from '../saving/ledger.ts'
import type { Faults } from './faults.ts'
import { given } from './given.ts'

const stepSeconds = 86_400
const toldWithinMs = 30_000
const mostSeconds = 20 * 366 * 86_400

export type Control = { method: 'GET' | 'POST'; path: string; answer(form: Form): Promise<object> | object }

/** The sandbox's own levers: they have no counterpart at the real card company. */
export function controlsOf(parts: { ledger: Ledger; courier: Courier | undefined; faults: Faults }): Control[] {
  const { ledger, faults } = parts
  const courier = (): Courier => {
    if (!parts.courier) throw refused('No webhook is configured.', 404)
    return parts.courier
  }
  return [
    { method: 'GET', path: '/_sandbox/clock', answer: () => shown(ledger) },
    { method: 'POST', path: '/_sandbox/clock', answer: form => moveClock(ledger, parts.courier, form) },
    { method: 'GET', path: '/_sandbox/webhooks', answer: () => courier().shown() },
    { method: 'POST', path: '/_sandbox/webhooks', answer: form => (courier().set(form), courier().shown()) },
    { method: 'POST', path: '/_sandbox/webhooks/resend', answer: form => courier().resend(form) },
    { method: 'GET', path: '/_sandbox/faults', answer: () => faults.shown() },
    { method: 'POST', path: '/_sandbox/faults', answer: form => faults.set(form) },
  ]
}

/**
 * In steps of a day, each a change of its own, so that requests are answered in between. With `all=yes` the test clocks
 * that are behind come along. With `told=yes` the answer waits until the shop has heard of all of it, half a minute at most.
 */
async function moveClock(ledger: Ledger, courier: Courier | undefined, form: Form): Promise<object> {
  const read = given(form)
  const [all, told] = [read.text('all', 3) === 'yes', read.text('told', 3) === 'yes']
  const to = read.text('to', 40)
  const seconds =
    to === undefined ? read.whole('advance', 0, mostSeconds) : Math.floor(Date.parse(to) / 1000) - ledger.books.now()
  if (seconds === undefined || !(seconds >= 0 && seconds <= mostSeconds))
    throw refused('Give `advance` (whole seconds) or `to` (an ISO time that is not past), within 20 years.')
  for (let left = seconds; left > 0; left -= stepSeconds) {
    await ledger.change(books => advance(books, Math.min(left, stepSeconds)))
    if (all) await ledger.change(books => (bringTestClocks(books), runDue(books)))
    await new Promise(resolve => setImmediate(resolve))
  }
  if (told && courier) await Promise.race([courier.idle(), wait(toldWithinMs, undefined, { ref: false })])
  return shown(ledger)
}

function shown({ books }: Ledger): object {
  const now = books.now()
  const ahead = books.find<{ id: string; ahead: number }>('_clock', 'global')?.ahead ?? 0
  return { now, iso: new Date(now * 1000).toISOString(), aheadSeconds: ahead }
}

function refused(message: string, status = 400): ApiError {
  return new ApiError(status, { type: 'invalid_request_error', message })
}
