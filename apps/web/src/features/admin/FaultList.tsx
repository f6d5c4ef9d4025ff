import type { CallErrorEntry } from '@finlist/contract/envelope'
import { CopyButton } from '../../components/copy-button.tsx'
import { useTranslation } from '../../i18n/texts.ts'

/** Reports that nothing was saved, and lists each bad line that the server named. The text can be copied. */
export function FaultList({ errors }: { errors: readonly CallErrorEntry[] }) {
  const t = useTranslation('admin')
  const lines = errors.filter(({ code }) => code === 'bad_line')
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <h3 className="text-14 font-strong text-wrong">{t(errors.length > 0 ? 'refused' : 'refused.fields')}</h3>
        {lines.length > 0 && (
          <CopyButton
            text={errors.map(({ message }) => message).join('\n')}
            variant="quiet"
            className="-my-2 shrink-0 px-3 text-13"
          />
        )}
      </div>
      {errors.length > 0 && (
        // Focusable, so that a long list can also be scrolled by keyboard.
        <section
          aria-label={t('faults')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="mt-2 max-h-88 scroll-pt-(--table-head) overflow-y-auto border-b border-line -outline-offset-2"
        >
          <table className="w-full text-13">
            <thead className={lines.length > 0 ? '' : 'sr-only'}>
              <tr className="text-12 text-faded">
                <th scope="col" className="sticky top-0 bg-paper py-1.5 pr-4 text-start font-normal">
                  {t('line')}
                </th>
                <th scope="col" className="sticky top-0 w-full bg-paper py-1.5 text-start font-normal">
                  {t('reason')}
                </th>
              </tr>
            </thead>
            <tbody>
              {errors.map(error => (
                <FaultRow key={`${error.field} ${error.message}`} {...error} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}

/** Shows the server's message `line N: reason` in two cells. The punctuation may be English or Chinese. */
function FaultRow({ message, code }: CallErrorEntry) {
  const [, line, reason] = (code === 'bad_line' && /^(.{1,120}?)(?:: |：)(.*)$/s.exec(message)) || []
  if (line === undefined)
    return (
      <tr className="border-t border-line">
        <td colSpan={2} className="py-1.5 [overflow-wrap:anywhere]">
          {message}
        </td>
      </tr>
    )
  return (
    <tr className="border-t border-line align-top">
      <td className="py-1.5 pr-4 whitespace-nowrap">{line}</td>
      <td className="py-1.5 [overflow-wrap:anywhere]">{reason}</td>
    </tr>
  )
}
