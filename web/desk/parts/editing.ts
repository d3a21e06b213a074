/** What the form in which an entry is edited, or a new one made, gets. */
export interface Editing<Entry, Begun = Entry> {
  /** The entry when editing began; undefined for a new one. */
  entry?: Begun;
  /** The entry as it is stored now. Saving overwrites it, so a difference is shown. */
  stored?: Entry;
  onClose: () => void;
}
