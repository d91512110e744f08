/** Hills in washes of celadon, with a road through them. */
export default function LandscapeDrawing({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="xj-wash" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--xj-celadon)" stopOpacity="0.34" />
          <stop offset="1" stopColor="var(--xj-celadon)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="xj-wash-near" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--xj-celadon)" stopOpacity="0.55" />
          <stop offset="1" stopColor="var(--xj-celadon)" stopOpacity="0.12" />
        </linearGradient>
      </defs>
      <circle className="xj-sun" cx="1196" cy="214" r="30" fill="var(--xj-cinnabar)" opacity="0.88" />
      <path
        fill="url(#xj-wash)"
        opacity="0.55"
        d="M0 470C80 452 128 392 190 388C246 384 262 428 322 430C398 433 430 330 508 326C584 322 604 398 672 402C742 406 786 346 858 348C934 350 958 420 1032 416C1102 412 1128 338 1206 336C1282 334 1312 402 1440 396V900H0Z"
      />
      <path
        fill="url(#xj-wash)"
        opacity="0.8"
        d="M0 606C94 600 150 520 236 512C318 504 352 566 432 572C520 578 560 500 648 496C744 492 778 560 862 566C952 572 1002 486 1092 482C1178 478 1216 548 1304 548C1362 548 1398 522 1440 506V900H0Z"
      />
      <path
        fill="url(#xj-wash-near)"
        d="M0 742C120 736 178 652 292 650C398 648 440 716 556 722C660 727 730 668 842 664C966 660 1016 724 1128 726C1250 728 1316 668 1440 664V900H0Z"
      />
      <path
        className="xj-landscape-road"
        d="M96 900C210 826 452 836 470 778C486 726 318 716 342 664C362 622 640 640 760 596C900 546 1010 560 1040 512C1064 474 986 458 1008 424C1024 400 1110 404 1150 378C1172 364 1188 350 1206 337C1192 354 1178 370 1156 383C1120 408 1036 408 1020 432C1004 458 1084 472 1064 518C1038 574 912 562 776 614C650 662 404 642 392 680C376 726 566 722 556 792C546 858 396 852 316 900Z"
      />
    </svg>
  );
}
