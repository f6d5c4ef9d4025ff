import '../../i18n/seldom-texts.ts'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useStored } from '../../api/storage.ts'
import { KeyGroup } from '../../components/price-chart/key-group.tsx'
import { type Key, useTranslation } from '../../i18n/texts.ts'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { routeAt, type Screen } from '../paths.ts'
import { useScreenTitle } from '../screen-title.ts'
import { placesByLetter } from './places-by-letter.ts'

const ChartKeys = lazy(async () => ({ default: (await import('../../features/chart/around/KeyHelp.tsx')).ChartKeys }))

/** Each screen's own keys, except for the chart's. The texts name the keys as most keyboards label them. */
const ofScreens: Partial<Record<Screen, readonly string[]>> = {
  finlist: ['rows', 'open', 'panel'],
  finder: ['open', 'panel'],
  watchlist: ['open', 'panel'],
  markettrend: ['days', 'ends'],
  'market-map': ['boxes', 'open', 'sector'],
  screener: ['complete', 'run', 'fields'],
  simulator: ['day', 'week'],
  fintrainer: ['day', 'week', 'buy', 'sell', 'next'],
}
/** Keys that act wherever the focus is, and those of them that are single keys. */
const everywhere = ['search', 'help', 'go', 'escape'] as const
const single: readonly string[] = ['help', 'go']

/** Lazy-loaded. The keys of the current screen, of all screens, and the places that `g` and a letter open. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslation('keys')
  const titleOf = useScreenTitle()
  const areOn = useStored('singleKeys')
  const route = routeAt(useLocation().pathname)
  const own = route && ofScreens[route.screen]
  const described = (keys: readonly string[]) =>
    keys.map(key => ({ keys: t(`${key}.keys` as Key<'keys'>), does: t(key as Key<'keys'>) }))
  return (
    <Dialog open onClose={onClose} title={t('title')} closeLabel={t('close')}>
      {!areOn && <p className="mb-4 text-14 text-faded">{t('off')}</p>}
      {route && own && <KeyGroup title={titleOf(route)} keys={described(own)} />}
      {route?.screen === 'chart' && (
        <Suspense fallback={null}>
          <ChartKeys />
        </Suspense>
      )}
      <KeyGroup title={t('everywhere')} keys={described(everywhere.filter(key => areOn || !single.includes(key)))} />
      {areOn && (
        <KeyGroup
          title={t('places')}
          keys={placesByLetter().map(({ letter, route: place }) => ({
            keys: t('then', { letter: letter.toUpperCase() }),
            does: titleOf(place),
          }))}
        />
      )}
    </Dialog>
  )
}
