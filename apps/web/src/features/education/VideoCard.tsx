import type { Video } from '@finlist/contract/education'
import { toldDuration } from '@finlist/domain/education/duration'
import { Check, Play } from 'lucide-react'
import { useState } from 'react'
import { inCurrentLanguage } from '../../api/language.ts'
import { useStored } from '../../api/storage.ts'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'

type Props = { video: Video; dated: boolean; onOpen: () => void }

/** A video's picture, title and length. */
export function VideoCard({ video, dated, onOpen }: Props) {
  const t = useTranslation('education')
  const { unit, count } = toldDuration(video.duration)
  const isSeen = useStored('videosWatched')[video.vimeoId] === -1
  return (
    <button
      type="button"
      onClick={onOpen}
      className="group flex w-full min-w-0 gap-3 rounded-sm text-start outline-offset-4 md:block"
    >
      <span className="relative block aspect-video w-2/5 shrink-0 overflow-hidden rounded-sm border border-line bg-wash md:w-full">
        <Still address={video.thumbnail} />
        <span className="absolute right-2 bottom-2 grid size-8 place-items-center rounded-full bg-shade text-[#fff] transition-colors group-hover:bg-accent group-hover:text-accent-ink md:size-9">
          <Play size={15} aria-hidden className="translate-x-px fill-current" />
        </span>
      </span>
      <span className="block min-w-0 md:pt-2.5">
        <span className="block text-14 font-strong [overflow-wrap:anywhere] group-hover:text-accent">
          {nameOf(video)}
        </span>
        <span className="mt-0.5 block text-13 text-faded">
          {dated && `${formatDay(video.date, 'short')} · `}
          {t(`duration.${unit}`, { count })}
          {isSeen && (
            <span className="ml-2 inline-flex items-center gap-1 text-good">
              <Check size={13} aria-hidden />
              {t('seen')}
            </span>
          )}
        </span>
      </span>
    </button>
  )
}

/** The Chinese name if the language is Chinese and the video has one. */
export const nameOf = ({ name, nameZh }: Pick<Video, 'name' | 'nameZh'>) => inCurrentLanguage({ en: name, zh: nameZh })

/** A video's picture; an empty frame if the picture is missing or cannot be loaded. */
function Still({ address }: { address: string }) {
  const [failed, setFailed] = useState(false)
  if (!address || failed)
    return (
      <svg viewBox="0 0 160 90" fill="none" aria-hidden className="block size-full">
        <path d="M0 66h160M0 46h160M0 26h160" stroke="var(--line)" />
        <path d="m14 60 22-12 18 8 18-24 14 6 20-12 16 8 24-20" stroke="var(--edge)" strokeWidth="2" />
      </svg>
    )
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
      className="block size-full object-cover"
    />
  )
}
