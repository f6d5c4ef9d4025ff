import { type ConfigKey, configKeys } from '@finlist/contract/staff/config-entries'
import { requestProofs } from '@finlist/contract/staff/customer-actions'
import type { AuditAction, AuditEntry } from '@finlist/contract/staff/customers'
import { type Dispatches, dispatchWays } from '@finlist/contract/staff/dispatches'
import { messageTargets } from '@finlist/contract/staff/message-targets'
import { marketTrends } from '@finlist/domain/market-trend/trend'
import { periods } from '@finlist/domain/plans/catalogue'
import { products } from '@finlist/domain/plans/products'
import { roles } from '@finlist/domain/plans/roles'
import { hongKongDate, lastDay } from '../../../components/hong-kong-date.ts'
import { useJobName } from '../../../components/job-name.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { money } from '../../../components/money.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useStaffWords } from '../../../components/staff-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'

type Facts = AuditEntry['facts']

/** Describes a staff action and its result in words. Omits missing facts. */
export function useAuditWords() {
  const t = useTranslation('customers')
  const overview = useTranslation('overview')
  const words = usePlanWords()
  const staff = useStaffWords()
  const jobName = useJobName()

  const market = (exchange: Facts[string] | undefined) => typeof exchange === 'string' && staff.exchange(exchange)
  const plan = ({ productId, billingPeriodId }: Facts) => {
    const product = keyOf(products, productId)
    const period = keyOf(periods, billingPeriodId)
    return [product && words.plan({ productId: product }), period && words.period(period)].filter(Boolean).join(' ')
  }
  const details = {
    credit: (facts: Facts) => [
      amount(facts.cents),
      typeof facts.creditAfter === 'number' && t('audit.credit-after', { amount: money(facts.creditAfter) }),
    ],
    trial: (facts: Facts) => [
      plan(facts),
      typeof facts.days === 'number' && t('days', { count: facts.days }),
      typeof facts.endsAt === 'string' && t('until', { date: lastDay(facts.endsAt) }),
    ],
    refund: (facts: Facts) => [
      amount(facts.cents),
      facts.to === 'card' ? t('audit.to-card') : facts.to === 'credit' && t('audit.to-credit'),
      typeof facts.number === 'string' && facts.number !== '' && t('audit.invoice', { number: facts.number }),
      typeof facts.endsAccess === 'boolean' && t(facts.endsAccess ? 'audit.access-ended' : 'audit.access-kept'),
    ],
    code: (facts: Facts) => [
      typeof facts.code === 'string' && facts.code,
      typeof facts.percentOff === 'number' && t('audit.percent-off', { percent: facts.percentOff }),
    ],
    account: (facts: Facts) => [
      listed(facts.roles)
        .map(name => wordOf(roles, name, role => t(`role.${role}`)))
        .join(t('and')),
      listed(facts.plans)
        .map(name => name.split(':'))
        .map(([product, period]) =>
          plan({ productId: idOf(products, product), billingPeriodId: idOf(periods, period) }),
        )
        .join(t('and')),
    ],
    block: (facts: Facts) => [
      typeof facts.ended === 'number' && t('audit.sessions', { count: facts.ended }),
      (facts.renewal === 'keep' || facts.renewal === 'turn-off') && t(`audit.renewal.${facts.renewal}`),
    ],
    role: (facts: Facts) => [wordOf(roles, facts.role, role => t(`role.${role}`))],
    sessions: (facts: Facts) => [typeof facts.ended === 'number' && t('audit.sessions', { count: facts.ended })],
    config: (facts: Facts) => [
      configKeys.some(key => key === facts.key) && t(`audit.config.${facts.key as ConfigKey}`),
      facts.key === 'SEMINAR_DATE' ? dayAndTime(String(facts.value)) : String(facts.value ?? ''),
    ],
    data: ({ key, count }: Facts) => {
      const { title, of } = staff.upload({ kind: String(key).split(' ')[0]!, key: String(key) })
      return [title, of, typeof count === 'number' && t('audit.rows', { count })]
    },
    message: (facts: Facts) => [
      t('audit.message', {
        id: String(facts.systemMessageId),
        target: wordOf(messageTargets, facts.target, staff.target),
      }),
      typeof facts.until === 'string' && t('until', { date: hongKongDate(facts.until) }),
    ],
    trend: (facts: Facts) => [
      market(facts.exchange),
      t(facts.shortTerm ? 'audit.term.short' : 'audit.term.long'),
      marketTrends.filter(trend => trend === facts.trend).map(trend => t(`audit.trend.${trend}`))[0],
      typeof facts.startDate === 'string' && t('audit.since', { date: formatDay(facts.startDate, 'short') }),
    ],
    prices: ({ exchange, stockCode, date, numerator, denominator }: Facts) => [
      market(exchange),
      String(stockCode ?? ''),
      typeof date === 'string' && formatDay(date, 'short'),
      typeof numerator === 'number' && t('audit.ratio', { numerator, denominator: Number(denominator) }),
    ],
    list: ({ exchange, issueDate, stockCode, what, before, after }: Facts) => [
      market(exchange),
      typeof issueDate === 'string' && formatDay(issueDate, 'short'),
      String(stockCode ?? ''),
      listEdits.filter(name => name === what).map(name => t(`audit.list.${name}`))[0],
      what === 'change' && `${before ?? '–'} → ${after ?? '–'}`,
    ],
    told: ({ way, kind, count }: Facts) => [
      // The call that records this action accepts only these kinds.
      overview(`told.kind.${kind as Dispatches['rows'][number]['kind']}`),
      wordOf(dispatchWays, way, known => overview(`told.way.${known}`)),
      typeof count === 'number' && t('audit.rows', { count }),
    ],
    job: ({ job }: Facts) => [jobName(String(job ?? ''))],
    request: ({ proof, askedOn, userId, erasesAt, erasedAt, withdrawnAt }: Facts) => [
      typeof askedOn === 'string' && t('audit.asked-on', { date: formatDay(askedOn, 'short') }),
      wordOf(requestProofs, proof, known => t(`proof.${known}`)),
      typeof userId === 'number' && t('audit.account', { id: userId }),
      typeof erasedAt === 'string'
        ? t('audit.was-erased', { date: hongKongDate(erasedAt) })
        : typeof withdrawnAt === 'string'
          ? t('audit.withdrawn', { date: hongKongDate(withdrawnAt) })
          : typeof erasesAt === 'string' && t('audit.erases', { date: hongKongDate(erasesAt) }),
    ],
    joined: ({ gone }: Facts) => [t('audit.account', { id: Number(gone) })],
    none: (): string[] => [],
  }
  return {
    by: ({ byName }: AuditEntry) => staff.by(byName),
    action: ({ action }: AuditEntry) => (isKnown(action) ? t(`audit.${action}`) : action),
    details: ({ action, facts }: AuditEntry) =>
      (isKnown(action) ? details[detailsOf[action]](facts) : Object.values(facts).map(String))
        .filter(Boolean)
        .join(' · '),
  }
}

const listEdits = ['veto', 'add', 'change', 'note'] as const

const detailsOf = {
  'credit-given': 'credit',
  'credit-taken-back': 'credit',
  'trial-granted': 'trial',
  'friend-given': 'none',
  'friend-taken': 'none',
  'boards-left': 'none',
  'boards-joined': 'none',
  refunded: 'refund',
  'affiliate-code-made': 'code',
  'account-made': 'account',
  'account-changed': 'account',
  'signed-out': 'sessions',
  'second-factor-off': 'none',
  blocked: 'block',
  unblocked: 'none',
  'role-taken': 'role',
  'config-set': 'config',
  'data-loaded': 'data',
  'data-rolled-back': 'data',
  'day-released': 'prices',
  'move-released': 'prices',
  'move-decision-undone': 'prices',
  'action-recorded': 'prices',
  'prices-deleted': 'prices',
  'prices-restored': 'prices',
  'message-published': 'message',
  'message-withdrawn': 'message',
  'trend-set': 'trend',
  'trend-amended': 'trend',
  'list-edited': 'list',
  'list-edit-taken-back': 'list',
  'list-handed-in': 'list',
  'list-published': 'list',
  'past-reconstructed': 'prices',
  'told-again': 'told',
  'job-run': 'job',
  'data-exported': 'request',
  'erasure-asked': 'request',
  'accounts-joined': 'joined',
} as const satisfies Record<AuditAction, string>

const isKnown = (action: string): action is AuditAction => Object.hasOwn(detailsOf, action)

const amount = (cents: Facts[string] | undefined) => typeof cents === 'number' && money(cents)

const keyOf = <T extends object>(table: T, id: unknown) =>
  typeof id === 'number' && id in table ? (id as keyof T & number) : undefined

/** Splits the recorded names of roles or plans, such as `staff, admin`. */
const listed = (names: Facts[string] | undefined) =>
  String(names ?? '')
    .split(', ')
    .filter(Boolean)

const idOf = (table: Record<number, { name: string }>, name: string | undefined) =>
  Number(Object.keys(table).find(id => table[Number(id)]!.name === name) ?? 0)

/** Describes a fact in words. An unknown value is shown as it was recorded. */
const wordOf = <Known extends string>(
  all: readonly Known[],
  fact: Facts[string] | undefined,
  wordFor: (known: Known) => string,
) => {
  const known = all.find(one => one === fact)
  return known === undefined ? String(fact ?? '') : wordFor(known)
}

/** Formats `2026-07-17 19:30` in words. */
const dayAndTime = (moment: string) =>
  [formatDay(moment.slice(0, 10), 'short'), moment.slice(11)].filter(Boolean).join(' ')
