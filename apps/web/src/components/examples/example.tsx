import '../../i18n/seldom-texts.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Change } from '../market-figures.tsx'
import { type Cell, type ExampleOf, examples, type Row } from './example-rows.ts'

type Props = { of: ExampleOf; children?: ReactNode }

/**
 * Lazy-loaded. What an empty page looks like when it is used, as a picture of invented rows, and a sentence on what it is
 * for.
 */
export default function Example({ of, children }: Props) {
  const t = useTranslation('examples')
  const { heads, rows } = examples[of]
  return (
    <div className="mx-auto max-w-160 py-6">
      <figure>
        <p className="sr-only">{t(`${of}.picture`)}</p>
        <div aria-hidden className="rounded-md border border-line bg-panel p-3 md:p-4">
          <p className="pb-2 text-12 font-strong text-faded">{t('example')}</p>
          <table className="w-full border-collapse text-13">
            <thead>
              <tr className="border-b border-ink text-12 text-faded">
                {heads.map((head, at) => (
                  <th key={head} className={`py-1.5 pr-3 font-normal last:pr-0 ${endOf(of, at)}`}>
                    {t(`head.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row: Row, at) => (
                <tr key={at} className="border-b border-line last:border-0">
                  <td className="py-2 pr-3">
                    {row.code && <b className="mr-1.5 font-strong tabular-nums">{row.code}</b>}
                    {t(`name.${row.name}`)}
                  </td>
                  {row.cells.map((cell, cellAt) => (
                    <td key={cellAt} className={`py-2 pr-3 last:pr-0 ${endOf(of, cellAt + 1)}`}>
                      <Shown cell={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <figcaption className="pt-3 text-14">{t(`${of}.text`)}</figcaption>
      </figure>
      {children}
    </div>
  )
}

/** Figures are right-aligned; the cells of alerts and Today are sentences. */
const endOf = (of: ExampleOf, at: number) =>
  at > 0 && of !== 'alerts' && of !== 'today' ? 'text-end tabular-nums' : 'text-start'

function Shown({ cell }: { cell: Cell }) {
  const t = useTranslation('examples')
  if ('says' in cell) return cell.says
  if ('key' in cell) return t(`cell.${cell.key}`)
  return (
    <>
      <Change value={cell.change} />%
    </>
  )
}
