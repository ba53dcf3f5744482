let lead: (() => void) | undefined;

/** Has `go` lead to where an admin adds a factor, whenever a call is refused for lack of one. Returns how to stop that. */
export function onFactorRequired(go: () => void): () => void {
  lead = go;
  return () => {
    if (lead === go) lead = undefined;
  };
}

/** Reports that a call was refused because an admin has no authenticator app and no passkey. */
export function reportFactorRequired(): void {
  lead?.();
}
