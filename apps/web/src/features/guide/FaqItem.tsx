import type { Operator } from '@finlist/contract/staff/operator'
import { ChevronRight, Link2, Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useOperator } from '../../api/operator.ts'
import { LegalLink } from '../../components/legal-link.tsx'
import { Link } from '../../components/link.tsx'
import { SupportContacts } from '../../components/notices/support-contacts.tsx'
import { tagged } from '../../i18n/tagged.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { FaqItemId } from './faq-items.ts'

const VideoDialog = lazy(() => import('../../components/video-dialog.tsx'))
const EmbeddedVideo = lazy(async () => ({ default: (await import('../../components/video-dialog.tsx')).EmbeddedVideo }))

type StepsVideo = keyof Operator['faqVideos']
const videosOf: Partial<Record<FaqItemId, readonly StepsVideo[]>> = {
  'phone-app': ['ios', 'android'],
  'sunday-club': ['club'],
}
/** The screens to which a text may link. */
const places = {
  account: '/dashboard',
  subscribe: '/subscribe',
  club: '/education',
  videos: '/education?tab=videos',
  guide: '/education?tab=services',
  finder: '/finder-hk',
  watchlist: '/watchlist',
}
const linkClass = 'text-accent underline underline-offset-2'

/** A question. When expanded, it shows the answer, with videos of the steps. */
export function FaqItem({
  item,
  open,
  onToggle,
}: {
  item: FaqItemId
  open: boolean
  onToggle: (open: boolean) => void
}) {
  const t = useTranslation('guide')
  const { brand, faqVideos, deviceLimit: devices } = useOperator()
  const [shown, setShown] = useState<StepsVideo>()
  const videos = (videosOf[item] ?? []).filter(video => faqVideos[video])
  const links = Object.fromEntries(
    Object.entries(places).map(([name, address]) => [
      name,
      (text: string) => (
        <Link to={address} className={linkClass}>
          {text}
        </Link>
      ),
    ]),
  )
  const legal = (name: 'terms' | 'privacy') => (text: string) => (
    <LegalLink text={name} className={linkClass}>
      {text}
    </LegalLink>
  )
  return (
    <details
      id={item}
      open={open}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
      className="group scroll-mt-3 border-b border-line"
    >
      <summary className="flex min-h-12 list-none items-center gap-2.5 rounded-sm py-2 text-16 font-strong hover:text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} aria-hidden className="shrink-0 text-faded transition-[rotate] group-open:rotate-90" />
        {t(`item.${item}`, { brand })}
      </summary>
      <div className="pb-5 pl-6.5">
        {t(`item.${item}.text`, { brand, devices })
          .split('\n')
          .map(paragraph => (
            <p key={paragraph} className="mt-1.5 max-w-[68ch] text-14">
              {tagged(paragraph, { ...links, terms: legal('terms'), privacy: legal('privacy') })}
            </p>
          ))}
        {item === 'contact' && <SupportContacts none={t('support.none')} />}
        <div className="mt-3 flex flex-wrap items-center gap-3 empty:hidden">
          {videos.map(video => (
            <Button key={video} onClick={() => setShown(video)}>
              <Play size={14} aria-hidden className="fill-current" />
              {t(`video.${video}`)}
            </Button>
          ))}
        </div>
        <Link
          to={`#${item}`}
          replace
          className="mt-2 inline-flex min-h-11 items-center gap-1.5 text-13 text-faded md:min-h-7"
        >
          <Link2 size={14} aria-hidden />
          {t('link')}
        </Link>
      </div>
      {shown && (
        <Suspense>
          <VideoDialog title={t(`video.${shown}`)} onClose={() => setShown(undefined)}>
            <EmbeddedVideo id={faqVideos[shown]} title={t(`video.${shown}`)} />
          </VideoDialog>
        </Suspense>
      )}
    </details>
  )
}
