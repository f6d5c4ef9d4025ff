import { type Stored, useStored } from '../../api/storage.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { useLastUpdated } from '../last-updated.ts'
import type { Page, UpdateDotProps } from './update-dot.tsx'

export default function NewMark({ of, className = '' }: UpdateDotProps) {
  const t = useTranslation()
  const viewed = useStored('pageLastViewed')
  const times = useLastUpdated(of)
  const isNew = times.some((time, at) => time > (viewsOf(of, viewed)[at] ?? 0))
  if (!isNew) return null
  const label = t('nav.new')
  return (
    <span
      // Not an `img` element, because the dot is drawn in CSS.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      title={label}
      className={`size-2 shrink-0 rounded-full bg-accent ${className}`}
    />
  )
}

/** When the user last viewed each part of the page, in the order of `useLastUpdated`. */
function viewsOf(of: Page, { education, ...markets }: Stored<'pageLastViewed'>): number[] {
  const times = of.page === 'education' ? [education.sundayClub, education.videos] : [markets[of.page][of.market]]
  return times.map(time => Date.parse(time))
}
