import type { UploadColumns } from '@finlist/contract/staff/upload-columns'
import { exchangesInWords, ratedCurrenciesInWords } from '../../components/market-lists.ts'
import { type Key, useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'

type About = Extract<Key<'admin'>, `column.${string}`> extends `column.${infer Name}` ? Name : never
export type Help = { title: string; columns: readonly (UploadColumns & { about: About })[] }

/** Describes a file's required and optional columns. */
export function ColumnHelp({ help }: { help: readonly Help[] }) {
  const t = useTranslation('admin')
  return (
    <Collapsible label={t('help')} className="border-t border-line pt-3">
      <p className="mt-1 max-w-[68ch] text-13 text-faded">{t('help.text')}</p>
      {help.map(({ title, columns }) => (
        <table key={title} className="mt-4 w-full text-start text-13">
          <caption className="pb-1 text-start font-strong">{title}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('help.column')}</th>
              <th scope="col">{t('help.holds')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ names, required, about }) => (
              <tr key={names[0]} className="border-t border-line align-top">
                <th scope="row" className="w-2/5 py-1.5 pr-4 text-start font-normal">
                  {names.map(name => (
                    <code key={name} className="mr-2 inline-block text-12 [overflow-wrap:anywhere]">
                      {name}
                    </code>
                  ))}
                </th>
                <td className="py-1.5">
                  {required && <span className="mr-2 text-12 font-strong text-accent">{t('required')}</span>}
                  {t(`column.${about}`, { exchanges: exchangesInWords('GAME'), currencies: ratedCurrenciesInWords() })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Collapsible>
  )
}
