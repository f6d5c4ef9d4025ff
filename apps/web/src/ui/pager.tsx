import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'

type Way = { label: string; onPress: () => void }
/** `shown`: names the part of the list in view. `back`, `on`: a button is omitted if its action is. */
type Props = { label: string; shown: string; back?: Way; on?: Way }

/** The buttons that turn to another page of a long list. */
export function Pager({ label, shown, back, on }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p className="text-13 text-faded">{shown}</p>
      <div className="flex gap-3 max-md:w-full">
        {back && (
          <Button className="px-3 max-md:flex-1 md:text-13" onClick={back.onPress}>
            <ChevronLeft size={15} aria-hidden />
            {back.label}
          </Button>
        )}
        {on && (
          <Button className="px-3 max-md:flex-1 md:text-13" onClick={on.onPress}>
            {on.label}
            <ChevronRight size={15} aria-hidden />
          </Button>
        )}
      </div>
    </nav>
  )
}
