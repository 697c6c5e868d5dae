/** The mark: a voice's level that ends in a tick. */
export function BrandMark() {
  return (
    <svg className="brand__mark" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <rect width="28" height="28" rx="7" fill="currentColor" />
      <path d="M7 17v-4M11 20v-9M15 17.5v-5M19 15v2.5" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <path
        d="m14.5 8.5 2.5 2.5 4.5-5"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The first thing the Tab key reaches. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      跳到主要内容
    </a>
  );
}
