/// The styles of maps: colors for a light and for a dark page.
enum MapStyle {
  /// Colors that are distinguishable with any color vision; every kind has its own shape as well, and every state its
  /// own outline. Source: Okabe and Ito, "Color Universal Design", 2008, https://jfly.uni-koeln.de/color/.
  static let sheet = """
    text{font:12px system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif;fill:#1b2733}
    .page{fill:#f6f8fa}.frame{fill:none;stroke:#c9d3dc}.grid{fill:none;stroke:#dbe3ea}
    .title{font-size:20px;font-weight:600}.remark{font-size:13px;fill:#52616f}
    .small{font-size:10.5px;fill:#66788a}.detail{font-size:10.5px;fill:#52616f}
    .area-name{font-size:10.5px;fill:#52616f}.tight{font-size:9px}
    .area{fill:#7a8fa3;fill-opacity:.14;fill-rule:evenodd;stroke:#8fa0b0;stroke-width:1}
    .outside{fill:#7a8fa3;fill-opacity:.3;fill-rule:evenodd;stroke:#5b7186;stroke-width:1.5;stroke-dasharray:5 4}
    .corridor{fill:#e69f00;fill-opacity:.16;fill-rule:evenodd;stroke:none}
    .line{fill:none;stroke:#e69f00;stroke-width:4;stroke-linejoin:round;stroke-linecap:round}
    .reach{fill:none;stroke:#e69f00;stroke-opacity:.18;stroke-linejoin:round;stroke-linecap:round}
    .radius{fill:#0072b2;fill-opacity:.05;stroke:#0072b2;stroke-opacity:.6;stroke-dasharray:5 4}
    .origin{fill:none;stroke:#1b2733;stroke-width:2.5}
    .cell{fill:#3182bd;fill-opacity:.06;stroke:#3182bd;stroke-opacity:.25}
    .place{fill:#fff;stroke:#66788a}
    .mark{stroke:#fff;stroke-width:1.5}
    .bar{fill:#d55e00}.event{fill:#0072b2}.couch{fill:#009e73}.other{fill:#66788a}
    .closed,.unknown{fill:#f6f8fa;stroke-width:2.5}.unknown{stroke-dasharray:3.5 2.5}
    .bar.closed,.bar.unknown{stroke:#d55e00}.event.closed,.event.unknown{stroke:#0072b2}
    .couch.closed,.couch.unknown{stroke:#009e73}.other.closed,.other.unknown{stroke:#66788a}
    .c1{fill:#9ecae1}.c2{fill:#6baed6}.c3{fill:#3182bd}.c4{fill:#08519c}
    .number{font-weight:600;fill:#0b2540}.bright{font-weight:600;fill:#fff}.medium{font-size:9.5px}.little{font-size:7.5px}
    .rank{font-size:11px;font-weight:600;fill:#fff}.rank.ink{fill:#1b2733}
    .halo{stroke:#f6f8fa;stroke-width:3px;stroke-linejoin:round;fill:#f6f8fa}
    @media (prefers-color-scheme:dark){
    text{fill:#e3eaf1}.page{fill:#131a21}.frame{stroke:#3a4752}.grid{stroke:#26313b}
    .small{fill:#93a4b3}.remark,.detail,.area-name{fill:#a9b8c6}
    .area{fill:#9db2c6;stroke:#6f8397}.outside{fill:#9db2c6;stroke:#9db2c6}
    .radius{fill:#56b4e9;stroke:#56b4e9}.origin{stroke:#e3eaf1}.place{fill:#1f2932;stroke:#93a4b3}.mark{stroke:#131a21}
    .bar{fill:#ff8a3d}.event{fill:#56b4e9}.couch{fill:#2fd0a0}.other{fill:#93a4b3}.closed,.unknown{fill:#131a21}
    .bar.closed,.bar.unknown{stroke:#ff8a3d}.event.closed,.event.unknown{stroke:#56b4e9}
    .couch.closed,.couch.unknown{stroke:#2fd0a0}.other.closed,.other.unknown{stroke:#93a4b3}
    .number{fill:#0b2540}.bright{fill:#fff}.rank{fill:#131a21}.rank.ink{fill:#e3eaf1}
    .halo{stroke:#131a21;fill:#131a21}}
    """
}
