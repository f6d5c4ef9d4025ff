import { type ReconstructionState, reconstruct } from '@finlist/contract/picking'
import { addDays } from '@finlist/domain/calendar'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Section } from '../../ui/section.tsx'
import { forgetReconstructions, reconstructionOf } from './queries.ts'
import { useChange } from './use-change.ts'

const ConfirmDialog = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

const spans = [1, 3, 5, 10] as const
const daysOfYear = 365.25

/**
 * Offers to reconstruct the weeks before the market's first list, or shows the progress. Renders nothing without a
 * first list.
 */
export function Reconstruct({ exchange }: { exchange: ExchangeId }) {
  const t = useTranslation('picking')
  const { data } = useQuery(reconstructionOf(exchange))
  if (!data?.firstIssue) return null
  const { reconstruction: made } = data
  return (
    <Section title={t('past')}>
      <p className="mt-2 max-w-[72ch] text-13 text-faded">{t('past.about')}</p>
      {made?.madeOn === null ? (
        <div className="mt-3 max-w-112">
          <progress
            aria-label={t('past')}
            value={made.made}
            max={made.weeks}
            className="block h-1 w-full appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
          />
          <output className="mt-2 block text-13">{t('past.making', { made: made.made, count: made.weeks })}</output>
        </div>
      ) : (
        <Ask exchange={exchange} state={data} />
      )}
    </Section>
  )
}

function Ask({ exchange, state }: { exchange: ExchangeId; state: ReconstructionState }) {
  const t = useTranslation('picking')
  const [years, setYears] = useState<number>(3)
  const [asking, setAsking] = useState(false)
  const ask = useChange(reconstruct, { forget: forgetReconstructions })
  const { firstIssue, oldest, reconstruction: made } = state
  const begin = addDays(firstIssue!, -Math.round(years * daysOfYear))
  const send = () => ask.mutate({ body: { exchange, from: begin < oldest! ? oldest! : begin } })
  return (
    <>
      {made?.madeOn && (
        <p className="mt-3 text-13">
          {t('past.made', { date: formatDay(made.madeOn), count: made.weeks, from: formatDay(made.from) })}{' '}
          <Link to={`/track-record-${marketOf(exchange).linkSuffix}`} className="text-accent underline">
            {t('past.see')}
          </Link>
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <SelectField
          label={t('past.back')}
          className="w-44"
          value={String(years)}
          onChange={({ target }) => setYears(Number(target.value))}
          options={spans.map(count => ({ value: String(count), label: t('past.years', { count }) }))}
        />
        <Button
          disabled={ask.isPending}
          aria-haspopup={made ? 'dialog' : undefined}
          onClick={() => (made ? setAsking(true) : send())}
        >
          {t(made ? 'past.again' : 'past.make')}
        </Button>
      </div>
      {asking && made && (
        <Suspense>
          <ConfirmDialog
            title={t('past.again.title')}
            yesLabel={t('past.again')}
            noLabel={t('past.again.no')}
            onAnswer={yes => {
              setAsking(false)
              if (yes) send()
            }}
          >
            <p>{t('past.again.what', { count: made.times + 1 })}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
