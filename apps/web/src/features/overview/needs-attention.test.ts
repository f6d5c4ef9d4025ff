import type { Overview } from '@finlist/contract/staff/overview'
import { expect, it } from 'vitest'
import { isLate, needsAttention } from './needs-attention.ts'

const well: Overview = {
  at: '2026-07-17T08:00:00.000Z',
  jobs: [],
  data: [],
  sources: [],
  closings: [{ exchange: 'HKEX', knownUntil: '2027-12-31' }],
  perhapsClosed: [],
  drifted: [],
  mail: { billingEmails: { waiting: 3, retried: 1, failed: 0, lastSentAt: null }, queue: null },
  disputes: { open: 0, openCents: 0, lostCents: 168_000, wonCents: 0 },
  events: null,
  failures: { since: '2026-07-17T00:00:00.000Z', count: 0, newest: [] },
  server: {
    version: '0.1.0',
    node: 'v24',
    startedAt: '2026-07-17T00:00:00.000Z',
    database: '18',
    databaseBytes: 1,
    migration: '001',
    migratedAt: '2026-07-17T00:00:00.000Z',
    noticesAlive: true,
    reports: null,
  },
}
const prices = (daysBehind: number | null): Overview['data'][number] => ({
  kind: 'prices',
  exchange: 'HKEX',
  asAt: '2026-07-15',
  daysBehind,
  publishedAt: null,
  listRefused: null,
})

it('a healthy installation needs no attention', () => {
  expect(needsAttention(well)).toEqual([])
})

it('each problem is counted once, under its kind', () => {
  const ill: Overview = {
    ...well,
    data: [prices(2), prices(9), prices(1)],
    closings: [
      { exchange: 'HKEX', knownUntil: '2027-07-16' },
      { exchange: 'US', knownUntil: '2027-07-17' },
    ],
    perhapsClosed: [{ exchange: 'HKEX', date: '2026-07-16', stocks: 2500, withoutBar: 2500 }],
    drifted: [{ exchange: 'US', on: '2026-07-10' }],
    mail: { billingEmails: { ...well.mail.billingEmails, failed: 2 }, queue: { waiting: 5, failed: 1, lost: [] } },
    disputes: { open: 2, openCents: 336_000, lostCents: 0, wonCents: 0 },
    events: { waiting: 9, failing: 4, oldestWaitingAt: null, lastReceivedAt: null, lastError: '' },
    failures: { ...well.failures, count: 7 },
    server: { ...well.server, noticesAlive: false },
  }
  expect(needsAttention(ill)).toEqual([
    ['data', 2],
    ['closed', 1],
    ['closings', 1],
    ['drifted', 1],
    ['mail', 3],
    ['disputes', 2],
    ['events', 4],
    ['failures', 7],
    ['notices', 1],
  ])
})

it('data are late from two trading days on, and never if they do not come daily', () => {
  expect([null, 0, 1, 2].map(days => isLate(prices(days)))).toEqual([false, false, false, true])
})
