import { useQuery } from '@tanstack/react-query'
import { ChartCandlestick } from 'lucide-react'
import { Link } from '../../../components/link.tsx'
import { nameOf } from '../../../components/stock-name.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { examples } from '../queries.ts'
import { PatternDrawing } from './PatternDrawing.tsx'
import type { ShapeId } from './shapes.ts'

const patterns = ['CWH', 'CUP', 'FB', 'DB'] as const satisfies ShapeId[]
const facts = ['before', 'length', 'depth', 'pivot', 'fails'] as const

/** Explains the four bases, each with a drawing, a definition, and a stock as an example. */
export default function PatternGuide() {
  const t = useTranslation('education')
  const { data: found = [] } = useQuery(examples())
  return (
    <article aria-label={t('tab.patterns')}>
      <p className="max-w-[72ch] text-16">{t('patterns.intro')}</p>
      <p className="mt-2 max-w-[72ch] text-14 text-faded">{t('patterns.no-advice')}</p>
      <p className="mt-2 text-14">
        <Link to="/method" className="text-accent underline underline-offset-2">
          {t('patterns.method')}
        </Link>
      </p>
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-2 xl:gap-y-0">
        {patterns.map(pattern => {
          const example = found.find(({ patternType }) => patternType === pattern)
          return (
            <section
              key={pattern}
              id={pattern}
              aria-labelledby={`${pattern}-title`}
              className="min-w-0 xl:row-span-5 xl:grid xl:grid-rows-subgrid xl:gap-y-0"
            >
              <h2 id={`${pattern}-title`} className="border-b border-ink pb-1.5 text-16 font-strong">
                {t(`pattern.${pattern}`)}
              </h2>
              <p className="mt-3 max-w-[68ch] text-14">{t(`pattern.${pattern}.text`)}</p>
              <figure className="my-4 max-w-150 border-y border-line py-3">
                <PatternDrawing of={pattern} label={t(`pattern.${pattern}.drawing`)} />
              </figure>
              <dl className="grid max-w-[68ch] grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-14">
                {facts.map(fact => (
                  <div key={fact} className="contents">
                    <dt className="text-faded">{t(`fact.${fact}`)}</dt>
                    <dd>{t(`pattern.${pattern}.${fact}`)}</dd>
                  </div>
                ))}
              </dl>
              {example && (
                <p className="mt-4 xl:mb-12">
                  <Link
                    to={`/interactive-chart?symbol=${encodeURIComponent(example.symbol)}`}
                    className="inline-flex min-h-11 items-center gap-2 text-14 font-strong text-accent underline underline-offset-2 md:min-h-8"
                  >
                    <ChartCandlestick size={16} aria-hidden />
                    {t('pattern.example', { code: example.symbol.split(':')[1] ?? '', name: nameOf(example) })}
                  </Link>
                </p>
              )}
            </section>
          )
        })}
      </div>
    </article>
  )
}
