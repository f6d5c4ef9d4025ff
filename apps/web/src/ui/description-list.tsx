import type { ReactNode } from 'react'

/** Names and their values, one pair per line. Its children are `Fact`s. */
export const DescriptionList = ({ children }: { children: ReactNode }) => (
  <dl className="mt-2.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">{children}</dl>
)

/** Renders nothing if the fact is null, false or empty. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === false || children === '') return null
  return (
    <>
      <dt className="text-faded">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}
