import { useTranslation } from '../../i18n/texts.ts'
import { figureNames, isMoney } from './figures.ts'

/** The headings of the figures in order, each with its unit. */
export function useFigureColumns() {
  const t = useTranslation('revenue')
  return figureNames.map(name => ({
    key: name,
    label: t(`short.${name}`),
    ...(isMoney(name) && { unit: 'HK$' }),
    end: true,
    width: isMoney(name) ? 8 : 5.5,
  }))
}
