import { type Video, viewVideo } from '@finlist/contract/education'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../api/request.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import VideoDialog, { EmbeddedVideo } from '../../components/video-dialog.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Film } from './Film.tsx'
import { nameOf } from './VideoCard.tsx'

/** Plays a video, embedded or from our own file. Records once that it was opened. */
export default function Player({ video, onClose }: { video: Video; onClose: () => void }) {
  const t = useTranslation('education')
  const { vimeoId, isFile } = video
  const opening = useMutation({ mutationFn: () => request(viewVideo, { params: { vimeoId } }) })
  const { mutate } = opening
  useEffect(() => {
    mutate()
  }, [mutate])
  const title = nameOf(video)
  return (
    <VideoDialog title={title} onClose={onClose}>
      {!isFile ? (
        // Playback does not wait for the opening to be recorded, and continues if recording fails.
        <EmbeddedVideo id={vimeoId} title={title} />
      ) : opening.isError ? (
        <CallFailed error={opening.error} onRetry={mutate} />
      ) : opening.data?.file ? (
        <Film vimeoId={vimeoId} title={title} file={opening.data.file} captions={opening.data.captions} />
      ) : (
        <output aria-busy aria-label={t('loading')} className="block aspect-video w-full rounded-sm bg-[#000]" />
      )}
    </VideoDialog>
  )
}
