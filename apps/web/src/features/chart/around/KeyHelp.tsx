import { KeyGroup } from '../../../components/price-chart/key-group.tsx'
import { type Key, useTranslation } from '../../../i18n/texts.ts'
import Dialog from '../../../ui/dialogs/dialog.tsx'

/** Keys by purpose. The texts in `around.json` name them as most keyboards label them. */
const groups = {
  anywhere: ['search', 'walk', 'alert', 'flag', 'note', 'watch', 'go', 'studies', 'log', 'first-view', 'column'],
  chart: ['find', 'full', 'help', 'bars', 'ends', 'zoom', 'first', 'menu'],
  drawing: ['aim', 'fine', 'set', 'leave', 'points', 'move', 'remove', 'undo', 'copy', 'several', 'all'],
} as const

/** Help for all keys of the chart. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslation('around')
  return (
    <Dialog open onClose={onClose} title={t('keys')} closeLabel={t('close')}>
      <ChartKeys />
    </Dialog>
  )
}

export function ChartKeys() {
  const t = useTranslation('around')
  return Object.entries(groups).map(([group, keys]) => (
    <KeyGroup
      key={group}
      title={t(`keys.${group}` as Key<'around'>)}
      keys={keys.map(key => ({ keys: t(`key.${key}.keys`), does: t(`key.${key}`) }))}
    />
  ))
}
