import { CircleCheck } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { FaultList } from './FaultList.tsx'
import { formatCount } from './format.ts'
import type { Outcome } from './use-upload.ts'

type Props = { outcome: Outcome; shown: RefObject<HTMLElement | null> }

/** The outcome of an upload, shown until the next one starts. */
export function UploadOutcome({ outcome, shown }: Props) {
  const t = useTranslation('admin')
  return (
    <section ref={shown} tabIndex={-1} aria-label={t('outcome')} className="mt-6 border-t border-ink pt-4 outline-none">
      {outcome.state === 'refused' ? (
        <FaultList errors={outcome.errors} />
      ) : outcome.state === 'cancelled' ? (
        <p className="text-14">{t('cancelled')}</p>
      ) : (
        <Imported state={outcome.state} result={outcome.result} />
      )}
    </section>
  )
}

function Imported({ state, result }: Extract<Outcome, { result: unknown }>) {
  const t = useTranslation('admin')
  const { count, finListCount, fundamentalCount, created, notes } = result
  const figures = [
    [t('rows'), count],
    [t('rows.finlist'), finListCount],
    [t('rows.fundamentals'), fundamentalCount],
    [t('created'), created],
  ] as const
  return (
    <>
      <h3 className="flex items-center gap-2 text-14 font-strong text-good">
        <CircleCheck size={17} aria-hidden className="shrink-0" />
        {t(state === 'checked' ? 'said.checked' : 'said.loaded', { count })}
      </h3>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(
          ([label, figure]) =>
            figure !== undefined && (
              <div key={label}>
                <dt className="text-12 text-faded">{label}</dt>
                <dd className="text-16">{formatCount(figure)}</dd>
              </div>
            ),
        )}
      </dl>
      {notes.length > 0 && (
        <>
          <h4 className="mt-4 text-12 text-faded">{t('notes')}</h4>
          <ul className="mt-1 list-disc pl-5 text-13">
            {notes.map(note => (
              <li key={note} className="[overflow-wrap:anywhere]">
                {note}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
