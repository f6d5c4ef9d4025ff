import type { ShareholdingChange, ShareholdingChanges } from '@finlist/contract/shareholding'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { useOperator } from '../../api/operator.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { LegalLink } from '../../components/legal-link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { UnknownError } from '../../components/notices/unknown-error.tsx'
import { ViewSwitch } from '../../components/small-charts/lazy.tsx'
import { isSearched } from '../../components/stock-name.ts'
import { Term } from '../../components/term.tsx'
import { tagged } from '../../i18n/tagged.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChangeCard } from './ChangeCard.tsx'
import { changesOn } from './queries.ts'
import { useAddress } from './use-address.ts'
import { WaitingCards } from './WaitingCards.tsx'

const HistoryPanel = lazy(() => import('./HistoryPanel.tsx'))

/** The participants whose holdings in Hong Kong stocks rose or fell the most in a day and in a week. */
export default function ShareholdingScreen() {
  const t = useTranslation('shareholding')
  const { date, shown } = useAddress()
  const changes = useQuery(changesOn(date))
  return (
    <>
      <PageHeader title={t('screen.shareholding')}>
        <p className="mt-2 max-w-[76ch] text-14 text-faded">
          {tagged(t('intro'), { ccass: word => <Term of="ccass">{word}</Term> })}
        </p>
      </PageHeader>
      {changes.isError ? (
        <Failed error={changes.error} onRetry={() => void changes.refetch()} />
      ) : changes.isPending ? (
        <WaitingCards />
      ) : (
        <Changes changes={changes.data} />
      )}
      <p className="mt-8 max-w-[76ch] border-t border-line pt-3 text-12 text-faded">
        {t('valued')} {t('disclaimer')} <LegalLink text="terms">{t('disclaimer.terms')}</LegalLink>
      </p>
      {shown && (
        <Suspense>
          <HistoryPanel date={date} shown={shown} />
        </Suspense>
      )}
    </>
  )
}

/**
 * The error of a call that failed. For a user without access, the operator chooses one of two views that the
 * specification allows. A refused device or account is always reported as such.
 */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { shareholdingForbiddenView } = useOperator()
  const ofPlan = error instanceof ForbiddenError && error.code !== 'device' && error.code !== 'blocked'
  if (ofPlan && shareholdingForbiddenView === 'error') return <UnknownError />
  return <CallFailed error={error} onRetry={onRetry} />
}

const cards = [
  { list: 'dayIncreaseList', span: 'day', tab: 'day-up' },
  { list: 'dayDecreaseList', span: 'day', tab: 'day-down' },
  { list: 'weekIncreaseList', span: 'week', tab: 'week-up' },
  { list: 'weekDecreaseList', span: 'week', tab: 'week-down' },
] as const

function Changes({ changes }: { changes: ShareholdingChanges }) {
  const t = useTranslation('shareholding')
  const { chooseDate, said, tab, chooseTab } = useAddress()
  const isPhone = useIsPhone()
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed)
  const { shareholdingDate, updatedAt } = changes
  const lists = useMemo(
    () =>
      cards.map(card => ({
        ...card,
        all: changes[card.list],
        rows: changes[card.list].filter(row => isFound(row, sought)),
      })),
    [changes, sought],
  )
  if (!shareholdingDate || !updatedAt) return <EmptyState>{t('empty')}</EmptyState>
  const chosen = lists.find(card => card.tab === tab) ?? lists[0]!
  const shown = isPhone ? [chosen] : lists
  return (
    <>
      {said !== undefined && said !== shareholdingDate && (
        <p role="alert" className="mb-4 text-13">
          {t('address.no-date', { said: said.slice(0, 20), shown: formatDay(shareholdingDate) })}
        </p>
      )}
      <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
        <SearchField
          label={t('search')}
          clearLabel={t('search.clear')}
          value={typed}
          onChange={setTyped}
          className="w-72 max-md:w-full"
        />
        <SelectField
          label={t('date')}
          className="w-44 max-md:w-full"
          value={shareholdingDate}
          options={changes.dates.map(value => ({ value, label: formatDay(value, 'short') }))}
          onChange={({ target }) => chooseDate(target.value)}
        />
        <p className="pb-1.5 text-13 text-faded">
          {t('updated', { when: hongKongDate(updatedAt, 'moment') })}
          {sought.trim() !== '' && (
            <output className="ml-2 font-strong text-ink">
              {t('found', { count: lists.reduce((sum, { rows }) => sum + rows.length, 0) })}
            </output>
          )}
        </p>
        <span className="ml-auto flex items-center gap-x-4">
          <ViewSwitch list="shareholding" />
        </span>
      </div>
      {isPhone && (
        <Tabs
          label={t('tabs')}
          tabs={lists.map(card => ({ value: card.tab, label: t(`tab.${card.tab}`) }))}
          value={chosen.tab}
          onChange={chooseTab}
          panel="changes"
        />
      )}
      <div
        id="changes"
        {...(isPhone && { role: 'tabpanel', 'aria-label': t(`tab.${chosen.tab}`) })}
        className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 max-md:pt-4 xl:grid-cols-2"
      >
        {shown.map(({ list, span, all, rows }) => (
          <ChangeCard
            key={list}
            title={t(list)}
            before={span === 'day' ? changes.dayBefore : changes.weekBefore}
            date={shareholdingDate}
            all={all}
            rows={rows}
          />
        ))}
      </div>
    </>
  )
}

/** Whether the row's code, one of its names, or its participant matches the typed text. */
function isFound(row: ShareholdingChange, typed: string): boolean {
  const sought = typed.trim().toLowerCase()
  return (
    isSearched(row, typed, 'HKEX') ||
    row.participantName.toLowerCase().includes(sought) ||
    row.participantId.toLowerCase() === sought
  )
}
