import { type ReactNode, useId } from 'react'

/** `ruled`: whether there is a line below the heading. Not needed above a table, which has its own. */
type Props = { title: string; beside?: ReactNode; ruled?: boolean; children: ReactNode }

/** A part of a screen, with a heading. */
export function Section({ title, beside, ruled = true, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-3 ${ruled ? 'border-b border-ink pb-1.5' : ''}`}
      >
        <h2 id={id} className="text-14 font-strong">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
