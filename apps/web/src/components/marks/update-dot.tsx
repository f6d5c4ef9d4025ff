import type { LinkSuffix } from '@finlist/domain/markets'
import { lazy, Suspense } from 'react'
import { useNetworkIdle } from '../../api/network-idle.ts'

const NewMark = lazy(() => import('./new-mark.tsx'))

export type Page = { page: 'finlist' | 'markettrend'; market: LinkSuffix } | { page: 'education' }
export type UpdateDotProps = { of: Page; className?: string }

/** Shown next to a link whose page has something newer than the user's last view. Loaded once the network is idle. */
export const UpdateDot = (props: UpdateDotProps) => (
  <Suspense fallback={null}>{useNetworkIdle() && <NewMark {...props} />}</Suspense>
)
