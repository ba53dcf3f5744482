import { useState, type CSSProperties } from 'react';

import { isLogo, monogram } from './card-words.ts';
import { hueOf } from './card-art.ts';
import styles from './merchant-mark.module.css';

/** A merchant's logo, or two letters on a colour of its own. Decorative: the name stands beside it. */
export function MerchantMark({ name, logo }: { readonly name: string; readonly logo: string }) {
  const [brokenLogo, setBrokenLogo] = useState<string>();
  if (isLogo(logo) && logo !== brokenLogo) {
    return (
      <img
        className={styles.mark}
        src={logo}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setBrokenLogo(logo)}
      />
    );
  }
  return (
    <span className={styles.mark} style={{ '--hue': hueOf(name) } as CSSProperties} aria-hidden="true">
      {monogram(name)}
    </span>
  );
}
