/** The available types of study: the names of their files, without loading their code. */
export const studyTypes: readonly string[] = Object.keys(import.meta.glob('./kinds/*.ts')).map(file =>
  file.slice('./kinds/'.length, -'.ts'.length),
)
