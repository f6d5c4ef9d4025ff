import { dirname } from 'node:path'
import { sourceFiles } from '../source-files.ts'

const mostFiles = 40

/** A line for each folder with more files than a reader can scan. */
export function checkFolders(files: readonly string[] = sourceFiles()): string[] {
  return [...Map.groupBy(files, file => dirname(file))].flatMap(([folder, { length }]) =>
    length > mostFiles ? [`${folder} has ${length} files: at most ${mostFiles} in one folder`] : [],
  )
}
