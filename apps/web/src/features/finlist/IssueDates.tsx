import { useDeferredValue, useMemo } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Tabs } from '../../ui/tabs.tsx'

/** Number of issues rendered at first: more than fit on a line. The rest are rendered once the browser is idle. */
const few = 12

type Props = { dates: readonly string[]; shown: string; onChoose: (date: string, replace: boolean) => void }

/** The issues, newest first. An issue's year is shown only if it differs from the year of the issue on its left. */
export function IssueDates({ dates, shown, onChoose }: Props) {
  const t = useTranslation('finlist')
  const spoken = currentLanguage()
  const tabs = useMemo(
    () =>
      dates.map((date, at) => ({
        value: date,
        label: formatDay(date, 'day'),
        aside: date.slice(0, 4),
        asideShown: date.slice(0, 4) !== dates[at - 1]?.slice(0, 4),
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- dates are written in the language in force
    [dates, spoken],
  )
  const isFirstDrawing = useDeferredValue(false, true)
  const inView = Math.max(few, dates.indexOf(shown) + few)
  const drawn = useMemo(() => (isFirstDrawing ? tabs.slice(0, inView) : tabs), [isFirstDrawing, tabs, inView])
  return (
    <Tabs
      label={t('dates')}
      tabs={drawn}
      value={shown}
      onChange={(date, how) => date !== shown && onChoose(date, how === 'arrow')}
      panel="issue"
      backLabel={t('dates.newer')}
      onLabel={t('dates.older')}
    />
  )
}
