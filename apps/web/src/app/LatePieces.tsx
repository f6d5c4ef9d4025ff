import { SearchControl } from '../features/search/SearchControl.tsx'
import PastDueNotice from './PastDueNotice.tsx'

/** Load it lazily, once the network is idle. What the shell shows then, of which nothing moves the page's parts. */
export default function LatePieces() {
  return (
    <>
      <SearchControl />
      <PastDueNotice />
    </>
  )
}
