import type { Overview } from '@finlist/contract/staff/overview'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Section } from '../../ui/section.tsx'

/**
 * Requests to which this process responded with a server error, each with the id by which it can be found in the log.
 */
export function FailuresSection({ failures: { since, count, newest } }: { failures: Overview['failures'] }) {
  const t = useTranslation('overview')
  return (
    <Section
      title={t('failures')}
      beside={
        <p className="text-12 text-faded">{t('failures.count', { count, since: hongKongDate(since, 'moment') })}</p>
      }
    >
      {newest.length === 0 ? (
        <p className="mt-2.5 text-13 text-faded">{t('failures.none')}</p>
      ) : (
        <ul aria-label={t('failures')}>
          {newest.map(({ at, method, route, status, requestId }) => (
            <li
              key={requestId}
              className="flex flex-wrap gap-x-4 gap-y-0.5 border-b border-line py-2 text-13 wrap-anywhere"
            >
              <time dateTime={at} className="w-40 text-faded">
                {hongKongDate(at, 'moment')}
              </time>
              <span className="font-strong text-wrong">{status}</span>
              <code className="min-w-0 flex-1">
                {method} {route || t('failures.no-route')}
              </code>
              <code className="text-12 text-faded">{requestId}</code>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
