import { type ReactNode, useId } from 'react'

type Props = { title: string; beside?: ReactNode; className?: string; children: ReactNode }

/** A part of a screen under a ruled head. */
export function Section({ title, beside, className = '', children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-ink pb-1.5">
        <h2 id={id} className="text-14 font-strong">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
