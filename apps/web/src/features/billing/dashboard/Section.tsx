import { type ReactNode, useId } from 'react'

/** A section of the page with a ruled heading. */
export function Section({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-3 border-b border-ink pb-1.5">
        <h2 id={id} className="text-13 font-strong">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
