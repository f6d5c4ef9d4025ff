import type { LinkSuffix } from '@finlist/domain/markets'
import { lazy, Suspense } from 'react'
import { useNetworkIdle } from '../api/network-idle.ts'

const NewMark = lazy(() => import('./new-mark.tsx'))

export type Page = { page: 'finlist' | 'markettrend'; market: LinkSuffix } | { page: 'education' }
export type UpdateDotProps = { of: Page; className?: string }

/** Beside a link: its page has something newer than the person's last view. Its code comes once the page is quiet. */
export const UpdateDot = (props: UpdateDotProps) => (
  <Suspense fallback={null}>{useNetworkIdle() && <NewMark {...props} />}</Suspense>
)
