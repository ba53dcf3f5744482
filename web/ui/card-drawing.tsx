import './card-drawing.css';

/** The card as we draw it: a satchel closed by its flap, the seam stitched in brass. Decorative. */
export function CardDrawing() {
  return (
    <svg className="card-drawing" viewBox="0 0 420 264" width="420" height="264" aria-hidden="true">
      <defs>
        <linearGradient id="satchel-body" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#0b5a42" />
          <stop offset="1" stopColor="#052a21" />
        </linearGradient>
        <linearGradient id="satchel-flap" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#12805d" />
          <stop offset="1" stopColor="#084635" />
        </linearGradient>
        <clipPath id="satchel-edge">
          <rect width="420" height="264" rx="24" />
        </clipPath>
      </defs>
      <g clipPath="url(#satchel-edge)">
        <rect width="420" height="264" fill="url(#satchel-body)" />
        <path d="M0 0h420v74c0 44-94 76-210 76S0 118 0 74z" fill="#021510" opacity=".35" transform="translate(0 5)" />
        <path d="M0 0h420v74c0 44-94 76-210 76S0 118 0 74z" fill="url(#satchel-flap)" />
        <path
          d="M10 0v70c0 38 89 69 200 69s200-31 200-69V0"
          fill="none"
          stroke="#dcb871"
          strokeWidth="1.5"
          strokeDasharray="6 5"
          strokeLinecap="round"
          opacity=".75"
        />
        <circle cx="210" cy="150" r="17" fill="#dcb871" />
        <circle cx="210" cy="150" r="17" fill="none" stroke="#8f6f2e" strokeOpacity=".5" />
        <circle cx="210" cy="150" r="7" fill="#063528" />
      </g>
      <g fill="#f2f8f5" fontFamily="inherit">
        <text x="32" y="52" fontSize="23" fontWeight="650" letterSpacing="-.6">
          Satchel
        </text>
        <text x="388" y="51" fontSize="13" textAnchor="end" opacity=".85">
          Virtual · USD
        </text>
        <text x="32" y="208" fontSize="19" letterSpacing="2.2">
          •••• •••• •••• 4821
        </text>
        <text x="32" y="236" fontSize="12.5" opacity=".8">
          Valid thru 09/30
        </text>
        <text x="388" y="236" fontSize="12.5" textAnchor="end" opacity=".8">
          Debit
        </text>
      </g>
    </svg>
  );
}
