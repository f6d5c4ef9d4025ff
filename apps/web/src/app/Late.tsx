import { AccountColours } from './AccountColours.tsx'
import { Explanations } from './Explanations.tsx'
import PastDueNotice from './PastDueNotice.tsx'
import { SearchControl } from './search/SearchControl.tsx'

/** Load it lazily, once the network is idle. What the shell shows and does then, of which nothing moves the page's parts. */
export default function Late() {
  return (
    <>
      <SearchControl />
      <PastDueNotice />
      <AccountColours />
      <Explanations />
    </>
  )
}
