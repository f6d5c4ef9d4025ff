import { lazy, Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useStored } from '../../api/storage.ts'
import { useLastUpdated } from '../../components/last-updated.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { LiveClub } from './LiveClub.tsx'
import { noteEducation } from './note-education.ts'
import { VideoList } from './VideoList.tsx'

const ServiceGuide = lazy(() => import('./ServiceGuide.tsx'))
const Glossary = lazy(() => import('./Glossary.tsx'))
const PatternGuide = lazy(() => import('./patterns/PatternGuide.tsx'))

const tabs = ['sunday-club', 'videos', 'advanced', 'services', 'patterns', 'glossary'] as const
type Tab = (typeof tabs)[number]
/** For each tab, the part of the update dot's data that concerns it. */
const halves: Partial<Record<Tab, 'sundayClub' | 'videos'>> = {
  'sunday-club': 'sundayClub',
  videos: 'videos',
  advanced: 'videos',
}

/** The live club, the videos and three articles, in tabs that the address names. */
export default function EducationScreen() {
  const t = useTranslation('education')
  const navigate = useNavigate()
  const [named] = useSearchParams()
  const shown = tabs.find(tab => tab === named.get('tab')) ?? 'sunday-club'
  const isNew = useWhatIsNew()
  const half = halves[shown]
  useEffect(() => {
    if (half) noteEducation(half)
  }, [half])
  return (
    <>
      <PageHeader title={t('screen.education')} />
      <Tabs
        label={t('tabs')}
        tabs={tabs.map(tab => ({
          value: tab,
          label: t(`tab.${tab}`),
          ...(tab !== shown && isNew(tab) && { aside: `· ${t('nav.new')}`, asideShown: true }),
        }))}
        value={shown}
        onChange={(tab, how) => void navigate(`?tab=${tab}`, { replace: how === 'arrow' })}
        panel="education"
      />
      <div id="education" role="tabpanel" aria-label={t(`tab.${shown}`)} className="pt-5">
        {shown === 'sunday-club' && (
          <>
            <LiveClub />
            <VideoList key="sunday-club" list="sunday-club" dated />
          </>
        )}
        {shown === 'videos' && <VideoList key="standard" list="standard" />}
        {shown === 'advanced' && <VideoList key="advanced" list="advanced" />}
        <Suspense fallback={null}>
          {shown === 'services' && <ServiceGuide />}
          {shown === 'patterns' && <PatternGuide />}
          {shown === 'glossary' && <Glossary />}
        </Suspense>
      </div>
    </>
  )
}

/** Returns whether a tab has news. Uses the update dot's data, without a request. */
function useWhatIsNew() {
  const { education } = useStored('pageLastViewed')
  const [sundayClub = 0, videos = 0] = useLastUpdated({ page: 'education' })
  return (tab: Tab) => {
    const half = halves[tab]
    return half !== undefined && { sundayClub, videos }[half] > Date.parse(education[half])
  }
}
