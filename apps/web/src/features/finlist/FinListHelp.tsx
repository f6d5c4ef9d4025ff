import { patternTypes } from '@finlist/contract/finlist'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useOperator } from '../../api/operator.ts'
import { Link } from '../../components/link.tsx'
import { useTermTexts } from '../../components/term-texts.ts'
import { useTranslation } from '../../i18n/texts.ts'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { columnKeys, columns, useColumnName } from './columns.tsx'
import { HighlightMark, highlightClass } from './highlight.tsx'

/** The explained columns. Code and name need no explanation. */
const explained = columnKeys.filter(key => key !== 'stockCode' && key !== 'name')
/** Those explained columns that are not terms of the glossary. */
const plain = ['close', 'closeChange', 'volume', 'subSector'] as const
const isPlain = (key: (typeof explained)[number]): key is (typeof plain)[number] =>
  (plain as readonly string[]).includes(key)
const guidance = ['stop-loss', 'take-profit', 'average', 'breakout', 'chase'] as const

/**
 * Explains the columns, codes and marks of the list, and the strategy's guidance with its limits in percent and the
 * disclaimer.
 */
export default function FinListHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslation('finlist')
  const told = useTranslation('list-help')
  const explain = useTermTexts()
  const columnName = useColumnName(columns)
  const { trackRecord } = useOperator()
  const market = /^\/finlist-(\w+)/.exec(useLocation().pathname)?.[1] ?? 'hk'
  return (
    <Dialog open={open} onClose={onClose} title={t('help')} closeLabel={t('close')}>
      <Part title={told('highlights')}>
        <dl className="grid gap-y-2">
          {(['light', 'strong'] as const).map(highlight => (
            <div key={highlight} className="flex items-center gap-3">
              <dt className={`flex h-7 w-44 shrink-0 items-center gap-2 px-2 text-13 ${highlightClass[highlight]}`}>
                <HighlightMark highlight={highlight} silent />
                {t(`highlight.${highlight}`)}
              </dt>
              <dd>{told(`${highlight}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-faded">{told('grey')}</p>
      </Part>
      <Part title={told('patterns')}>
        <Terms>
          {patternTypes.map(code => (
            <Term key={code} name={`${code} · ${t(`pattern.${code}`)}`}>
              {explain(code).text}
            </Term>
          ))}
        </Terms>
      </Part>
      <Part title={told('columns')}>
        <Terms>
          {explained.map(key => (
            <Term key={key} name={columnName(key)}>
              {isPlain(key) ? told(key) : explain(key).text}
            </Term>
          ))}
        </Terms>
      </Part>
      <Part title={told('strategy')}>
        <ul className="list-disc pl-5">
          {guidance.map(key => (
            <li key={key} className="mb-1">
              {told(`${key}`)}
            </li>
          ))}
        </ul>
        <p className="mt-3 border-l-2 border-ink pl-3 font-strong">{told('disclaimer')}</p>
        <p className="mt-3">
          <Link to="/education?tab=glossary" className="text-accent underline underline-offset-2">
            {told('glossary')}
          </Link>
        </p>
        <p className="mt-1">
          <Link to="/method" className="text-accent underline underline-offset-2">
            {told('method')}
          </Link>
        </p>
        <p className="mt-1">
          <Link to="/verify" className="text-accent underline underline-offset-2">
            {told('verify')}
          </Link>
        </p>
        {trackRecord && (
          <p className="mt-1">
            <Link to={`/track-record-${market}`} className="text-accent underline underline-offset-2">
              {told('track-record')}
            </Link>
          </p>
        )}
      </Part>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6 text-14 last:mb-0">
      <h3 className="mb-2 border-b border-line pb-1 text-13 font-strong">{title}</h3>
      {children}
    </section>
  )
}

const Terms = ({ children }: { children: ReactNode }) => <dl className="grid gap-y-1.5">{children}</dl>

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="md:flex md:gap-4">
      <dt className="shrink-0 font-strong md:w-44">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
