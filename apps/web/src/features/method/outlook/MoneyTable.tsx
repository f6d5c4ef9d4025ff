import { twins } from '@finlist/domain/learning/money'
import { useTranslation } from '../../../i18n/texts.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import type { Entry } from './figures.ts'
import { signed } from './signed.ts'

type Money = NonNullable<NonNullable<Entry['test']>['money']>

/** What the tenth with the highest learned forecasts of each test week gained, and how far that was from others. */
export function MoneyTable({ money: { net, overOthers, overTwins } }: { money: Money }) {
  const t = useTranslation('model')
  const rows = [
    { name: t('money.net'), over: net },
    { name: t('money.others'), over: overOthers },
    { name: t('money.twins'), over: overTwins },
  ]
  return (
    <>
      <p className="mt-2 mb-2">{t('money.what', { twins })}</p>
      <FigureTable
        caption={t('money')}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { label: t('money.compared'), of: ({ name }) => name },
          { label: t('money.more'), of: ({ over }) => signed(over.mean) },
          {
            label: t('skill.range'),
            of: ({ over: { low, high } }) => t('skill.between', { low: signed(low), high: signed(high) }),
          },
        ]}
      />
      <p className="mt-2 text-13 text-faded">{t('money.why')}</p>
    </>
  )
}
