import type { SourceFile } from '../import/import-request.ts'

/**
 * A source of Hong Kong market snapshots that an operator provides (docs/operate/sources.md, Feeds). Files are CSV, as
 * for the upload form, and have the snapshot's time in their name.
 */
export type SnapshotFeed = {
  /** The feed's name, shown in the upload history. */
  name: string
  /** The files ready to be imported, oldest snapshot first. */
  waiting(): Promise<SourceFile[]>
  /**
   * Called once per file. If the file was imported, `report` has details; if it was rejected, `refused` has the
   * reasons, one per line.
   */
  settled(file: SourceFile, refused?: string, report?: string): Promise<void>
}
