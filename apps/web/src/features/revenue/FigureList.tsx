import type { RevenueFigures } from '@finlist/contract/staff/revenue'
import { useTranslation } from '../../i18n/texts.ts'
import { figureNames, figureText, isMoney } from './figures.ts'

/** The figures on a phone, in two columns, without zeros. */
export function FigureList({ figures }: { figures: RevenueFigures }) {
  const t = useTranslation('revenue')
  const shown = figureNames.filter(name => figures[name] !== 0)
  if (shown.length === 0) return <p className="text-13 text-faded">{t('nothing')}</p>
  return (
    <dl className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-6 gap-y-0.5 text-13">
      {shown.map(name => (
        <div key={name} className="flex justify-between gap-2">
          <dt className="text-faded">{t(`short.${name}`)}</dt>
          <dd className="figures">
            {isMoney(name) && <span className="sr-only">HK$</span>}
            {figureText(name, figures[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
