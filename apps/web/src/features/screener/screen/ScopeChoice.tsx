import type { ScreenScope } from '@finlist/contract/screener'
import { screenScopes } from '@finlist/contract/screener'
import type { Watchlist } from '@finlist/contract/watchlist'
import { useTranslation } from '../../../i18n/texts.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'

type Props = {
  scope: ScreenScope
  watchlistId: number | undefined
  /** Undefined until they have loaded, or if they are not needed. */
  lists: readonly Watchlist[] | undefined
  onChange: (changes: { scope?: ScreenScope; watchlistId?: number }) => void
}

/** Choice between all stocks of the markets, those of their newest lists, and those of one of the user's watchlists. */
export function ScopeChoice({ scope, watchlistId, lists, onChange }: Props) {
  const t = useTranslation('screener')
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <SegmentedControl
        legend={t('scope')}
        options={screenScopes.map(value => ({ value, label: t(`scope.${value}`) }))}
        value={scope}
        onChange={value => onChange({ scope: value })}
      />
      {scope === 'watchlist' && (
        <SelectField
          label={t('scope.which')}
          value={watchlistId ?? ''}
          {...(lists && lists.length === 0 && { empty: t('scope.none') })}
          onChange={({ target }) => target.value && onChange({ watchlistId: Number(target.value) })}
          options={(lists ?? []).map(list => ({ value: String(list.watchlistId), label: list.watchlistName }))}
          className="w-50"
        />
      )}
    </div>
  )
}
