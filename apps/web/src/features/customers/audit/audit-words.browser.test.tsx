import { programNames } from '@finlist/contract/staff/admin'
import { configKeys } from '@finlist/contract/staff/config-entries'
import { requestProofs } from '@finlist/contract/staff/customer-actions'
import { type AuditAction, type AuditEntry, auditActions } from '@finlist/contract/staff/customers'
import { dispatchWays, sendAgain } from '@finlist/contract/staff/dispatches'
import { importKinds } from '@finlist/contract/staff/imports'
import { messageTargets } from '@finlist/contract/staff/message-targets'
import { marketTrends } from '@finlist/domain/market-trend/trend'
import { exchangeIds } from '@finlist/domain/markets'
import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../../test/show.tsx'
import { AuditTable } from './AuditTable.tsx'

type Facts = AuditEntry['facts']

const trend = exchangeIds.map(exchange => ({ exchange, shortTerm: true, trend: 'UPTREND', startDate: '2026-07-17' }))
const prices: Facts[] = [{ exchange: 'HKEX', stockCode: '0700', date: '2026-07-17', numerator: 5, denominator: 1 }]
const list = (what: string): Facts => ({ exchange: 'TW', issueDate: '2026-07-17', stockCode: '2330', what })
const lists = [...['veto', 'add', 'note'].map(list), { ...list('change'), before: null, after: 12.5 }]
const data = importKinds.flatMap(kind => [
  { uploadId: 1, key: kind, count: 12 },
  { uploadId: 1, key: `${kind} JP 7203`, count: 12 },
  { uploadId: 1, key: `${kind} PRAC 2026-07-17`, count: 12 },
])
const allPlans = Object.values(products).flatMap(product =>
  Object.values(periods).map(period => `${product.name}:${period.name}`),
)
const account = [
  { roles: roles.join(', '), plans: '' },
  { roles: '', plans: allPlans.join(', ') },
]

/** Examples of every action, with all facts that can be recorded for it. */
const recorded: Record<AuditAction, Facts[]> = {
  'credit-given': [{ cents: 50_000, creditAfter: 70_000 }],
  'credit-taken-back': [{ cents: 50_000, creditAfter: 70_000 }],
  'trial-granted': [{ productId: 2, billingPeriodId: 3, days: 14, endsAt: '2026-07-17T00:00:00.000Z' }],
  'friend-given': [{}],
  'friend-taken': [{}],
  'boards-left': [{}],
  'boards-joined': [{}],
  refunded: ['card', 'credit'].map(to => ({ invoiceId: 'in_1', number: '0007', cents: 100, to, endsAccess: true })),
  'affiliate-code-made': [{ code: '20', percentOff: 20, duration: 'forever' }],
  'account-made': account,
  'account-changed': account,
  'signed-out': [{ ended: 2 }],
  'second-factor-off': [{}],
  blocked: ['none', 'keep', 'turn-off'].map(renewal => ({ ended: 2, renewal })),
  unblocked: [{}],
  'role-taken': roles.map(role => ({ role })),
  'config-set': configKeys.map(key => ({ key, value: key === 'SEMINAR_DATE' ? '2026-07-17 19:30' : '' })),
  'data-loaded': data,
  'data-rolled-back': data,
  'day-released': prices,
  'move-released': prices,
  'move-decision-undone': prices,
  'action-recorded': prices,
  'prices-deleted': prices,
  'prices-restored': prices,
  'message-published': messageTargets.map(target => ({
    systemMessageId: 7,
    target,
    until: '2026-07-17T00:00:00.000Z',
  })),
  'message-withdrawn': messageTargets.map(target => ({ systemMessageId: 7, target })),
  'trend-set': [...trend, ...marketTrends.map(state => ({ ...trend[0]!, shortTerm: false, trend: state }))],
  'trend-amended': trend,
  'list-edited': lists,
  'list-edit-taken-back': lists,
  'list-handed-in': [{ exchange: 'TW', issueDate: '2026-07-17' }],
  'list-published': [{ exchange: 'TW', issueDate: '2026-07-17', count: 12, edits: 1 }],
  'past-reconstructed': [{ exchange: 'CN', date: '2026-07-17' }],
  'accounts-joined': [{ gone: 7, issuer: 'https://login.example' }],
  'job-run': [{ job: 'prices-HKEX' }],
  'data-exported': requestProofs.map(proof => ({ proof, askedOn: '2026-07-17', userId: 7 })),
  'erasure-asked': [{}, { erasedAt: '2026-07-25T00:00:00.000Z' }, { withdrawnAt: '2026-07-18T00:00:00.000Z' }].map(
    (became): Facts => ({
      proof: 'document',
      askedOn: '2026-07-17',
      userId: 7,
      erasesAt: '2026-07-24T00:00:00.000Z',
      ...became,
    }),
  ),
  'told-again': dispatchWays.flatMap(way =>
    sendAgain.body.def.shape.kind.options.map(kind => ({ way, kind, count: 2 })),
  ),
}
const entries = auditActions.flatMap(action =>
  recorded[action].flatMap(facts =>
    programNames.map(byName => ({
      action,
      facts,
      byName,
      byUserId: null,
      aboutUserId: null,
      aboutName: null,
      reason: '',
    })),
  ),
)
const rows = entries.map((entry, auditId): AuditEntry => ({ ...entry, auditId, at: '2026-07-17T04:00:00.000Z' }))

/** Names and codes that stay the same in Chinese. */
const kept =
  /HK\$|Two-step sign-in|FinList|FinTrainer|Sunday Club|CCASS|A股|\((ALL|PAID|SUNDAY_CLUB|HKEX|US|JP|CN|TW)\)|（(ALL|PAID|SUNDAY_CLUB|HKEX|US|JP|CN|TW)）/g

test.each(['en', 'zh'] as const)(
  'the audit log shows every kind of action entirely in the language %s',
  async language => {
    await show(<AuditTable entries={rows} />, { language, texts: ['customers', 'admin', 'overview', 'billing'] })
    const table = page.getByRole('table')
    await expect.element(table).toBeVisible()
    const cells = [...table.element().querySelectorAll('tbody td')].map(({ textContent }) => textContent ?? '')
    expect(cells.length).toBe(rows.length * 5)
    // No text key, name of a fact, or raw value may appear.
    const raw = language === 'zh' ? /[A-Za-z]{2,}/ : /\b[a-z]+[.:_-][a-z-]+\b|[A-Z]{2,}_[A-Z]+|\bnull\b|\bundefined\b/
    expect(new Set(cells.map(text => text.replaceAll(kept, '')).filter(text => raw.test(text)))).toEqual(new Set())
  },
)

test('an audit-log action from a later version is shown as it was recorded, with its facts', async () => {
  await show(<AuditTable entries={[{ ...rows[0]!, action: 'sang-a-song', facts: { title: 'Aria', verses: 3 } }]} />, {
    texts: ['customers', 'admin', 'overview', 'billing'],
  })
  await expect.element(page.getByRole('cell', { name: 'sang-a-song Aria · 3' })).toBeVisible()
})
