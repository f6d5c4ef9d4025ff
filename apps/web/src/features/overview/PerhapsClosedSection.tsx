import { uploadClosings } from '@finlist/contract/staff/market-facts'
import { type Overview, overview } from '@finlist/contract/staff/overview'
import { marketOf } from '@finlist/domain/markets'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../../api/call-error.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'

type Asked = Overview['perhapsClosed'][number]

/**
 * Asks staff whether a market was closed on days without prices. Confirming one uploads a file of closings with one
 * line.
 */
export function PerhapsClosedSection({ days }: { days: readonly Asked[] }) {
  const t = useTranslation('overview')
  if (days.length === 0) return null
  return (
    <Section title={t('closed')} beside={<p className="text-12 text-faded">{t('closed.about')}</p>}>
      <ul aria-label={t('closed')}>
        {days.map(day => (
          <li key={`${day.exchange} ${day.date}`} className="border-b border-line py-3 text-13">
            <Question day={day} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Question({ day: { exchange, date, stocks, withoutBar } }: { day: Asked }) {
  const t = useTranslation('overview')
  const record = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      request(uploadClosings, {
        query: { exchange },
        files: { closingCsv: new File([`date,kind\n${date},full\n`], `${exchange} ${date}.csv`, { type: 'text/csv' }) },
      }),
    onSettled: () => queryClient.invalidateQueries(callQuery(overview)),
  })
  const named = { market: t(`market.${marketOf(exchange).linkSuffix}`), day: formatDay(date, 'short') }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64">{t('closed.day', { ...named, stocks, without: withoutBar })}</p>
      <Button disabled={record.isPending || record.isSuccess} onClick={() => record.mutate()}>
        {t('closed.record')}
        <span className="sr-only">
          {' '}
          {named.market} {named.day}
        </span>
      </Button>
      <output className="text-wrong">{record.isError ? (errorMessage(record.error) ?? t('error.unknown')) : ''}</output>
    </div>
  )
}
