import type { ReactNode } from 'react'
import { useOperator } from '../api/operator.ts'
import { useTranslation } from '../i18n/texts.ts'
import Dialog from '../ui/dialogs/dialog.tsx'

/** Lazy-loaded. A video in its own dialog, in widescreen format. */
export default function VideoDialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useTranslation()
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('close')}>
      {children}
    </Dialog>
  )
}

/** A video of the operator's video service, which is not contacted until this is rendered. */
export function EmbeddedVideo({ id, title }: { id: string; title: string }) {
  const { videoEmbed } = useOperator()
  if (!videoEmbed) return null
  return (
    <iframe
      title={title}
      src={videoEmbed.replace('{id}', encodeURIComponent(id))}
      allow="fullscreen; picture-in-picture; encrypted-media"
      // The operator may allow its videos only on its own site, so the request must contain the referrer.
      referrerPolicy="origin"
      className="block aspect-video w-full rounded-sm border-0 bg-[#000]"
    />
  )
}
