import { useLocation } from 'react-router'
import { useTexts } from '../i18n/texts.ts'
import { Badge } from '../ui/badge.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { routeAt, type Screen } from './paths.ts'
import { useScreenTitle } from './screen-title.ts'

/** Says openly what a screen will do while it is not built. */
export default function ComingScreen() {
  const t = useTexts('coming')
  const titleOf = useScreenTitle()
  const route = routeAt(useLocation().pathname)
  if (!route) return null
  const { screen } = route
  if (isBuilt(screen)) return null
  const market = 'of' in route ? t(`market.${route.of}`) : ''
  return (
    <>
      <PageHeader title={titleOf(route)} />
      <p className="max-w-[60ch] text-16">{t(screen, { market })}</p>
      <p className="mt-3 flex items-center gap-2 text-13 text-faded">
        <Badge>{t('badge')}</Badge>
        {t('note')}
      </p>
    </>
  )
}

type Built =
  | 'finlist'
  | 'subscribe'
  | 'subscribe-verify'
  | 'complete-registration'
  | 'dashboard'
  | 'tools'
  | 'finder'
  | 'watchlist'
  | 'chart'
  | 'simulator'
  | 'admin-upload'
  | 'admin-customers'
  | 'admin-audit'
  | 'admin-revenue'
  | 'faq'
const isBuilt = (screen: Screen): screen is Built =>
  [
    'finlist',
    'subscribe',
    'subscribe-verify',
    'complete-registration',
    'dashboard',
    'tools',
    'finder',
    'watchlist',
    'chart',
    'simulator',
    'admin-upload',
    'admin-customers',
    'admin-audit',
    'admin-revenue',
    'faq',
  ].includes(screen)
