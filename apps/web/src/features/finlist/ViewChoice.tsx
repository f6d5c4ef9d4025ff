import { ViewSwitch } from '../../components/small-charts/lazy.tsx'
import { ColumnsButton } from '../../components/views/columns-button.tsx'
import { useListView } from '../../components/views/list-view.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { columns, useColumnName } from './columns.tsx'

/** The columns that the user may choose from. */
const choosable = (Object.keys(columns) as (keyof typeof columns)[]).filter(key => !('isFixed' in columns[key]))

/**
 * Lazy-loaded. Applies the user's choice of columns, which is the same on all their devices, and lets them change it or
 * switch to charts.
 */
export default function ViewChoice({ shown, opens }: { shown: readonly string[]; opens: boolean }) {
  const t = useTranslation('finlist')
  const name = useColumnName(columns)
  return (
    <>
      <ColumnsButton
        label={t('columns')}
        columns={choosable.map(key => ({ key, label: name(key) }))}
        shown={shown}
        own={useListView('finlist')}
        opens={opens}
      />
      <ViewSwitch list="finlist" />
    </>
  )
}
