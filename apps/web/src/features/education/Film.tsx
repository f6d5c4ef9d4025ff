import type { Language } from '@finlist/i18n/languages'
import { seldomFacts } from '@finlist/i18n/seldom-facts'
import { type SyntheticEvent, useRef } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { read, write } from '../../api/storage.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { nextWatched, stoppedAt } from './watched.ts'

type Props = {
  vimeoId: string
  title: string
  file: string
  captions: { language: Language; address: string }[]
}

/**
 * A video from our own file, with captions in the reader's language. It resumes where it was stopped in this browser.
 */
export function Film({ vimeoId, title, file, captions }: Props) {
  const t = useTranslation()
  const noted = useRef(0)
  const note = ({ currentTarget: { currentTime, duration, ended, paused } }: SyntheticEvent<HTMLVideoElement>) => {
    if (!paused && !ended && Math.abs(currentTime - noted.current) < 2) return
    noted.current = currentTime
    write('videosWatched', nextWatched(read('videosWatched'), { vimeoId, at: currentTime, duration }))
  }
  return (
    // Captions are in a file next to the video's, if there are any; the app cannot generate them.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      src={file}
      controls
      playsInline
      preload="metadata"
      aria-label={title}
      className="block aspect-video w-full rounded-sm bg-[#000]"
      onLoadedMetadata={({ currentTarget }) => {
        currentTarget.currentTime = stoppedAt(read('videosWatched'), vimeoId)
      }}
      onPause={note}
      onEnded={note}
      onTimeUpdate={note}
    >
      {captions.map(({ language: spoken, address }) => (
        <track
          key={spoken}
          kind="captions"
          srcLang={seldomFacts[spoken].captions}
          label={t(`language.${spoken}`)}
          src={address}
          default={spoken === currentLanguage()}
        />
      ))}
    </video>
  )
}
