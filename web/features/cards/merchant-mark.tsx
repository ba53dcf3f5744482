import { useState, type CSSProperties } from 'react';

import { Icon, type IconName } from '#web/ui/icon.tsx';

import { isLogo, monogram } from './card-words.ts';
import { hueOf } from './card-art.ts';
import styles from './merchant-mark.module.css';

/**
 * A merchant's logo, else two letters on a color of its own, or the sign of a line that is no purchase. Decorative: the
 * name stands beside it.
 */
export function MerchantMark({
  name,
  logo,
  sign,
}: {
  readonly name: string;
  readonly logo: string;
  readonly sign: IconName | undefined;
}) {
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
  if (sign) {
    return (
      <span className={styles.mark}>
        <Icon name={sign} />
      </span>
    );
  }
  return (
    <span className={styles.mark} style={{ '--hue': hueOf(name) } as CSSProperties} aria-hidden="true">
      {monogram(name)}
    </span>
  );
}
