/** What the build puts into the page. */
declare module 'virtual:module' {
  /** The module: compressed with gzip, in base64. */
  const module: string;
  export default module;
}

declare module 'virtual:records' {
  /** The golden records that are text. */
  const records: [name: string, text: string][];
  export default records;
}

declare module 'virtual:books' {
  /** The rulebooks of the examples. */
  const books: [file: string, text: string][];
  export default books;
}
