import { useLocation } from 'react-router'
import { useTexts } from '../i18n/texts.ts'
import { Badge } from '../ui/badge.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { routeAt, type Screen } from './paths.ts'
import { useScreenTitle } from './screen-title.ts'

const coming = ['admin-users'] as const satisfies Screen[]

/** Says openly what a screen will do while it is not built. */
export default function ComingScreen() {
  const t = useTexts('coming')
  const titleOf = useScreenTitle()
  const route = routeAt(useLocation().pathname)
  const screen = coming.find(name => name === route?.screen)
  if (!route || !screen) return null
  return (
    <>
      <PageHeader title={titleOf(route)} />
      <p className="max-w-[60ch] text-16">{t(screen)}</p>
      <p className="mt-3 flex items-center gap-2 text-13 text-faded">
        <Badge>{t('badge')}</Badge>
        {t('note')}
      </p>
    </>
  )
}
